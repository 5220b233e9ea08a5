CREATE TABLE plant_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- the plant's id
  name text NOT NULL,
  tag text,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'created', 'parked', 'refused')),
  reason text
);
