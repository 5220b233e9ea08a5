import type { AnyFieldApi } from "@tanstack/react-form";

interface TextFieldProps {
  field: AnyFieldApi;
  label: string;
  hint?: string;
}

/** An input with its label, and with the issues of its field, which it is described by. */
export function TextField({ field, label, hint }: TextFieldProps) {
  const issues: { message: string }[] = field.state.meta.errors;
  return (
    <div className="field">
      <label htmlFor={field.name}>{label}</label>
      <input
        id={field.name}
        name={field.name}
        value={field.state.value}
        onChange={(event) => field.handleChange(event.target.value)}
        onBlur={field.handleBlur}
        aria-invalid={issues.length > 0}
        aria-describedby={`${field.name}-hint ${field.name}-issues`}
        autoComplete="off"
      />
      <p id={`${field.name}-hint`}>{hint}</p>
      <p id={`${field.name}-issues`} className="issues">
        {issues.map(({ message }) => message).join("; ")}
      </p>
    </div>
  );
}
