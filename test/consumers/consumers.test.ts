import { it } from "vitest";
import { PROJECTS } from "./projects.ts";
import { runProject } from "./run-project.ts";

// To run one project: npm run test:consumers -- -t Deno
it.concurrent.each(PROJECTS)("$name", (project) => runProject(project));
