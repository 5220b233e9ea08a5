/** Does nothing while a form is sent. It isn't disabled then, which would take the focus away. */
export function SubmitButton({ isSending }: { isSending: boolean }) {
  return (
    <button type="submit" aria-disabled={isSending} onClick={(event) => isSending && event.preventDefault()}>
      {isSending ? "Creating …" : "Create"}
    </button>
  );
}
