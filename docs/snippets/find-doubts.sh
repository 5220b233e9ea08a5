grep -E 'mayHaveBeenCreated(Twice)?\\*":true' calls.log
