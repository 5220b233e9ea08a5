grep -Ei 'outcome\\*":\\*"(bug|PlantStore(Token|Callback|Connection|Timeout|Response)Error)|status\\*":(40[1345]|429)|outcome.*access.token' calls.log |
  grep -Ev 'mayHaveBeenCreated\\*":true'
