import { NewPlantForm } from "./new-plant-form";

export default function Page() {
  return <NewPlantForm />;
}
