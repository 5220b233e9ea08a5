/**
 * Sends a form once, also for a double click. It isn't disabled while it sends, which would take the focus away. A fast response may
 * come between two clicks, so the second click does nothing either way.
 */
export function SubmitButton({ isSending }: { isSending: boolean }) {
  return (
    <button
      type="submit"
      aria-disabled={isSending}
      onClick={(event) => (isSending || event.detail > 1) && event.preventDefault()}
    >
      {isSending ? "Creating …" : "Create"}
    </button>
  );
}
