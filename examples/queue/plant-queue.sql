CREATE TABLE plant_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- the plant's id
  name text NOT NULL,
  tag text,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'created', 'parked', 'refused')),
  changed_at timestamptz NOT NULL DEFAULT now(), -- when a sender set the state
  reason text
);

-- Settle these plants. The interval must be longer than the client's timeoutMs and the pool's query_timeout together.
CREATE VIEW plants_in_doubt AS
  SELECT * FROM plant_queue
  WHERE state = 'parked' OR (state = 'sending' AND changed_at < now() - interval '1 minute')
  ORDER BY changed_at;
