import { parseNewPlantForm } from "plant-store-sdk";
import { type FormEvent, useState } from "react";
import { Provider, useDispatch, useSelector } from "react-redux";
import { createPlant } from "./plants-slice";
import { store } from "./store";
import { SubmitButton } from "./submit-button";
import { TextField } from "./text-field";

type State = ReturnType<typeof store.getState>;

/** Cancels the store's call, also when the form has been closed and opened again. */
let canceling = new AbortController();

/** With Redux Toolkit, and no library for forms. */
export function ReduxForm() {
  return (
    <Provider store={store}>
      <PlantForm />
    </Provider>
  );
}

function PlantForm() {
  const { isSending, created, failure } = useSelector(({ plants }: State) => plants);
  const dispatch = useDispatch<typeof store.dispatch>();
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { value: newPlant, issues = [] } = parseNewPlantForm(new FormData(form));
    setIssues(Object.fromEntries(issues.map(({ path, message }) => [path?.[0], message])));
    if (newPlant && !store.getState().plants.isSending) {
      canceling = new AbortController();
      const action = await dispatch(createPlant({ newPlant, signal: canceling.signal }));
      if (createPlant.fulfilled.match(action)) {
        form.reset();
      }
    }
  }

  return (
    <form noValidate onSubmit={submit}>
      <TextField input={{ name: "id" }} label="Id" issue={issues.id} required />
      <TextField input={{ name: "name" }} label="Name" issue={issues.name} required />
      <TextField input={{ name: "tag" }} label="Tag (optional)" issue={issues.tag} />
      <SubmitButton isSending={isSending} />
      {isSending && (
        <button type="button" onClick={() => canceling.abort()}>
          Cancel
        </button>
      )}
      <p role="alert">{failure?.message}</p>
      <p role="status">{created}</p>
    </form>
  );
}
