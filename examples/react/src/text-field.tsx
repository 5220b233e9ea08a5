import { type ComponentProps, useId } from "react";

interface TextFieldProps {
  input: ComponentProps<"input"> & { name: string };
  label: string;
  hint?: string | undefined;
  issue: string | undefined;
  required?: boolean;
}

/** The hint and the issue describe the input, so that a screen reader reads them with it. The label stays the same. */
export function TextField({ input, label, hint, issue, required }: TextFieldProps) {
  const id = useId(); // a page may have two forms
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-invalid={issue !== undefined}
        aria-describedby={`${id}-hint ${id}-issue`}
        aria-required={required}
        autoComplete="off"
        {...input}
      />
      <p id={`${id}-hint`}>{hint}</p>
      <p id={`${id}-issue`} className="issue">
        {issue}
      </p>
    </div>
  );
}
