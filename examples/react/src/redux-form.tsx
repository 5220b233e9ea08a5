import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { type PlantStoreClient, parseNewPlantForm } from "plant-store-sdk";
import { type FormEvent, useEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { cancelPlant, plantsSlice, sendPlant } from "./plants-slice";
import { SubmitButton } from "./submit-button";
import { TextField } from "./text-field";

const { actions, selectors } = plantsSlice;
type State = Parameters<typeof selectors.selectForm>[0];
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;

/** With Redux Toolkit, and no library for forms. Two on a page need different names. */
export function ReduxForm({ createPlant, name = "plant" }: Pick<PlantStoreClient, "createPlant"> & { name?: string }) {
  const { isSending, created, failure } = useSelector((state: State) => selectors.selectForm(state, name));
  const dispatch = useDispatch<Dispatch>();
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});

  useEffect(() => () => void dispatch(actions.closed(name)), [dispatch, name]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { value: newPlant, issues = [] } = parseNewPlantForm(new FormData(event.currentTarget));
    setIssues(Object.fromEntries(issues.map(({ path, message }) => [path?.[0], message])));
    if (newPlant) {
      dispatch(sendPlant({ createPlant, form: name, newPlant }));
    }
  }

  return (
    <form noValidate onSubmit={submit}>
      <TextField input={{ name: "id" }} label="Id" issue={issues.id} required />
      <TextField input={{ name: "name" }} label="Name" issue={issues.name} required />
      <TextField input={{ name: "tag" }} label="Tag (optional)" issue={issues.tag} />
      <SubmitButton isSending={isSending} />
      {isSending && (
        <button type="button" onClick={() => cancelPlant(name)}>
          Cancel
        </button>
      )}
      <p role="alert">{failure}</p>
      <p role="status">{created}</p>
    </form>
  );
}
