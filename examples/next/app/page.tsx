"use client";

import { useActionState, useEffect, useState } from "react";
import { createPlantAction } from "./actions";

export default function Page() {
  const [{ message, issues = {}, values = {} }, action, isPending] = useActionState(createPlantAction, {});
  const [isHydrated, setIsHydrated] = useState(false); // before, and without JavaScript, a double click would send two plants
  useEffect(() => setIsHydrated(true), []);
  return (
    <form action={action}>
      {(["id", "name", "tag"] as const).map((field) => (
        <label key={field}>
          {field} <input name={field} defaultValue={values[field]} aria-invalid={field in issues} /> {issues[field]}
        </label>
      ))}
      {/* The second click of a double click does nothing, since it may come after the response. */}
      <button
        type="submit"
        disabled={isPending || !isHydrated}
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        Create
      </button>
      <p role="status">{message}</p>
    </form>
  );
}
