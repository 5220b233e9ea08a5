/** What a user passed, or sent to the mock, is invalid. Its message has no period at the end. */
export class InvalidInputError extends TypeError {}
