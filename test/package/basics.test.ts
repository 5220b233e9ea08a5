import { it } from "vitest";
import { BASICS } from "../consumers/projects.ts";
import { runProject } from "../consumers/run-project.ts";

it.concurrent.each(BASICS)("$name", (project) => runProject(project));
