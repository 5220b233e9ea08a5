"use client";

import { useActionState } from "react";
import { createPlantAction } from "./actions";

export default function Page() {
  const [{ message, issues = {}, values = {} }, action, isPending] = useActionState(createPlantAction, {});
  return (
    <form action={action}>
      {(["id", "name", "tag"] as const).map((field) => (
        <label key={field}>
          {field} <input name={field} defaultValue={values[field]} aria-invalid={field in issues} /> {issues[field]}
        </label>
      ))}
      <button type="submit" disabled={isPending}>
        Create
      </button>
      <p role="status">{message}</p>
    </form>
  );
}
