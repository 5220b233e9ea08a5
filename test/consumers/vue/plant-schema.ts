import { type NewPlant, parseNewPlantForm } from "plant-store-sdk";
import type { TypedSchema } from "vee-validate";

/** The `validationSchema` of VeeValidate's `useForm`. `handleSubmit` then gets a NewPlant. */
export const plantSchema: TypedSchema<{ id: string; name: string; tag?: string }, NewPlant> = {
  __type: "VVTypedSchema",
  async parse(values) {
    const { value, issues = [] } = parseNewPlantForm(values);
    return { value, errors: issues.map(({ path = [], message }) => ({ path: path.join("."), errors: [message] })) };
  },
};
