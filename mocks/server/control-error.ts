/** What was asked of the control routes can't be done, for the reason in the message. */
export class ControlError extends Error {
  override readonly name = "ControlError";

  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}
