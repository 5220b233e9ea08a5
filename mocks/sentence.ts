/** Adds the period that the messages of errors lack, unless the message ends in a question: "did you mean name?" */
export const endSentence = (message: string): string => (message.endsWith("?") ? message : `${message}.`);
