import { parse } from "yaml";

/** A step of the release workflow that runs a command. */
export interface ReleaseStep {
  readonly name: string;
  readonly command: string;
}

interface Workflow {
  readonly jobs: Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>;
}

/**
 * The commands of the release workflow in order, with nothing uploaded: npm publishes as a dry run, and what `gh` would
 * do is left out.
 *
 * @throws {Error} when there is no step that publishes.
 */
export function dryReleaseSteps(workflow: string): readonly ReleaseStep[] {
  const { jobs } = parse(workflow) as Workflow;
  const steps = Object.values(jobs)
    .flatMap((job) => job.steps)
    .flatMap(({ name = "", run }) => (run === undefined || run.startsWith("gh ") ? [] : [{ name, command: run }]));
  const isPublishing = ({ command }: ReleaseStep) => command.startsWith("npm publish ");
  if (!steps.some(isPublishing)) {
    throw new Error("The release workflow has no step that publishes.");
  }
  return steps.map((step) =>
    // Provenance can be made on a CI service alone.
    isPublishing(step) ? { ...step, command: `${step.command.replace(" --provenance", "")} --dry-run` } : step,
  );
}
