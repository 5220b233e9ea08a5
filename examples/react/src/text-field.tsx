import type { FieldError, UseFormRegisterReturn } from "react-hook-form";

interface TextFieldProps {
  input: UseFormRegisterReturn;
  label: string;
  hint?: string;
  issue: FieldError | undefined;
}

export function TextField({ input, label, hint, issue }: TextFieldProps) {
  return (
    <div className="field">
      <label htmlFor={input.name}>{label}</label>
      <input
        id={input.name}
        aria-invalid={issue !== undefined}
        aria-describedby={`${input.name}-hint ${input.name}-issue`}
        autoComplete="off"
        {...input}
      />
      <p id={`${input.name}-hint`}>{hint}</p>
      <p id={`${input.name}-issue`} className="issue">
        {issue?.message}
      </p>
    </div>
  );
}
