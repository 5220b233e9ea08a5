import { parse } from "yaml";

/** A step of the release workflow that runs a command. */
export interface ReleaseStep {
  readonly name: string;
  readonly command: string;
}

interface Workflow {
  readonly jobs: Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>;
}

/** What uploads something, and the only form in which it's known well enough to be left out or made a dry run. */
const UPLOADS = /\b(?:npm publish|gh)\b/;
const PLAIN_UPLOAD = /^(?:npm publish|gh) [^\n;&|]*$/;

/**
 * The commands of the release workflow in order, with nothing uploaded: npm publishes as a dry run, and what `gh` would
 * do is left out.
 *
 * @throws {Error} when there is no step that publishes, or one that uploads among other things.
 */
export function dryReleaseSteps(workflow: string): readonly ReleaseStep[] {
  const { jobs } = parse(workflow) as Workflow;
  const steps = Object.values(jobs)
    .flatMap((job) => job.steps)
    .flatMap(({ name = "", run }) => (run === undefined ? [] : [{ name, command: run.trim() }]));
  const mixed = steps.find(({ command }) => UPLOADS.test(command) && !PLAIN_UPLOAD.test(command));
  if (mixed) {
    throw new Error(`The step "${mixed.name}" uploads among other things.`);
  }
  const isPublishing = ({ command }: ReleaseStep) => command.startsWith("npm publish ");
  if (!steps.some(isPublishing)) {
    throw new Error("The release workflow has no step that publishes.");
  }
  return steps
    .filter(({ command }) => !command.startsWith("gh "))
    .map((step) =>
      // Provenance can be made on a CI service alone.
      isPublishing(step) ? { ...step, command: `${step.command.replace(" --provenance", "")} --dry-run` } : step,
    );
}
