/** Durations are replaced by 0.0 ms. */
export const outputs: Readonly<Record<string, string>> = {
  "first-plant.ts": `Created: Monstera deliciosa
`,
  "handle-outcomes.ts": `no fault → created: Boston fern
{"error":7,"message":"No room."} → not created: refused with status 400, No room. (error 7)
"unreachable" → not created: POST https://plants.example.com/plants failed: connect ECONNREFUSED: a fault
"connection" → may have been created: POST https://plants.example.com/plants failed: the mock closed the connection: a fault or a reset
"timeout" → may have been created: POST https://plants.example.com/plants timed out after 200 ms
"malformed" → may have been created: status 200 with "{\\"name\\":\\"Monstera"
"html" → may have been created: status 502 with "<!doctype html><title>50"
an inexact id → not created: correct it, id isn't exact as a number. Pass a bigint, such as 9007199254740993n
no token → not created: sign in again, The token function returned an invalid token: token must not be empty
`,
  "token-refresh.ts": `At 0 s: 2 of 2 created, with token-1
At 49 s: 2 of 2 created, with token-1
At 50 s: 2 of 2 created, with token-2
At 51 s: 2 of 2 created, with token-3
Outcomes: created, created, created, created, created, created, refused, refused, created, created
`,
  "timeout-and-abort.ts": `A timeout for one call:      POST https://plants.example.com/plants timed out after 50 ms
An abort with a reason:      The user left the page.
An aborted signal:           nothing is sent
One signal for three calls:  rejected, rejected, fulfilled
`,
  "retries.ts": `Busy twice, with Retry-After: 0
  attempts: 503, 503, 200
  created: Boston fern; plants in the store: 1
A dropped connection, then a wait of retryDelayMs
  attempts: dropped, 200
  created: Boston fern; plants in the store: 1
A refusal, which isn't retried
  attempts: 400
  PlantStoreApiError: No room.; plants in the store: 0
Retry-After: 120, which is longer than the call may take
  attempts: 503
  PlantStoreApiError: Busy.; plants in the store: 0
Busy four times, with three retries
  attempts: 503, 503, 503, 503
  PlantStoreApiError: Busy.; plants in the store: 0
A connection that drops after the service created the plant
  attempts: dropped, 200
  created: Boston fern; plants in the store: 2
`,
  "exact-ids.ts": `A bigint in code:
  sent: {"id":9007199254740993,"name":"Aloe vera"}
A bigint from a database driver, such as node:sqlite with setReadBigInts(true):
  sent: {"id":9223372036854775807,"name":"Ficus lyrata"}
Text, from pg for an int8 column, a form or a URL:
  sent: {"id":-9223372036854775808,"name":"Boston fern"}
A string in JSON:
  sent: {"id":9007199254740995,"name":"Calathea"}
A number beyond 2^53, which the client rejects:
  9007199254740992 was rounded. Invalid newPlant: id isn't exact as a number. Pass a bigint, such as 9007199254740993n
Text that isn't an int64:
  "9223372036854775808": Invalid id: Enter an id from -9223372036854775808 to 9223372036854775807
  "1e3": Invalid id: Use digits only, without leading zeros
  "007": Invalid id: Use digits only, without leading zeros
  "": Invalid id: Enter an id
To JSON, as strings again:
  [{"id":"9007199254740993","name":"Aloe vera"},{"id":"9223372036854775807","name":"Ficus lyrata"},{"id":"-9223372036854775808","name":"Boston fern"},{"id":"9007199254740995","name":"Calathea"}]
`,
  "form-validation.ts": `{"id":"","name":"","tag":""}
  id: Enter an id
  name: Enter a name
{"id":"a dozen","name":"Boston fern"}
  id: Use digits only, without leading zeros
{"id":"9223372036854775808","name":"Boston fern"}
  id: Enter an id from -9223372036854775808 to 9223372036854775807
{"id":"1042","name":"Boston fern"}
  form: No room for another plant.
{"id":"1042","name":"Boston fern"}
  form: The plant may have been created. Check first.
{"id":" 9007199254740993 ","name":"Aloe vera","tag":""}
  created
In the store: [ { id: 9007199254740993n, name: 'Aloe vera' } ]
`,
  "tracing-hooks.ts": `
◆ POST /plants, span 0000000000000001
    http.request.resend_count = 0
    error.type = PlantStoreConnectionError

◆ POST /plants, span 0000000000000002
    http.request.resend_count = 1
    http.response.status_code = 200

Sent as traceparent:
    00-0af7651916cd43dd8448eb211c80319c-0000000000000001-01
    00-0af7651916cd43dd8448eb211c80319c-0000000000000002-01
`,
  "logging-hooks.ts": `
The service creates a plant:
  → POST https://plants.example.com/plants (attempt 1, content-type: application/json, x-request-id: r-17)
  ← 200 after 0.0 ms

The service refuses a plant:
  → POST https://plants.example.com/plants (attempt 1, content-type: application/json, x-request-id: r-17)
  ← 400 after 0.0 ms

The connection drops, and the client retries:
  → POST https://plants.example.com/plants (attempt 1, content-type: application/json, x-request-id: r-17)
  ← PlantStoreConnectionError after 0.0 ms, may have been created
  → POST https://plants.example.com/plants (attempt 2, content-type: application/json, x-request-id: r-17)
  ← 200 after 0.0 ms
`,
  "create-plant.ts": `
🌱 Plant Store at the mock in this process (no network access)

  ✔ #1042              Monstera deliciosa, tropical
  ✔ #9007199254740993  Aloe vera, succulent
  ✘ #1042              Ficus lyrata
      refused with status 400, error 400: The id 1042 is in use, and this mock has duplicateIds: "reject".

The mock has 2 plants. The id of the last is 9007199254740993.
`,
  "import-csv.ts": `Line 8: skipped, Use digits only, without leading zeros
Line 9: skipped, Enter an id from -9223372036854775808 to 9223372036854775807
Line 10: skipped, it doesn't have the fields of the header
Line 11: skipped, line 2 has the id 1042 too
9 rows: 5 created, 2 skipped (invalid id), 1 skipped (wrong number of fields), 1 skipped (duplicate id)
`,
};
