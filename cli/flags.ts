import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearestName } from "../src/shared/nearest.ts";
import { UsageError } from "./command.ts";

/** Unlike `parseArgs` in strict mode, it accepts values that start with "-", and quotes only known options, never a token. */
export function readFlags<const T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
  command: string,
  example: string,
) {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const checked = tokens.map((token) => {
    if (token.kind !== "option") {
      throw new UsageError(
        `Unexpected argument. Pass values with an option, such as ${example}. See ${command} --help.`,
      );
    }
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) {
      const known = Object.keys(options);
      const meant = known.find((each) => name.startsWith(each)) ?? nearestName(name, known);
      throw new UsageError(`Unknown option. ${meant ? `Did you mean --${meant}?` : `See ${command} --help.`}`);
    }
    if (options[name]?.type === "boolean") {
      if (value !== undefined) {
        throw new UsageError(`${rawName} takes no value.`);
      }
      return `--${name}`;
    }
    if (value === undefined || (!inlineValue && value.startsWith("--"))) {
      throw new UsageError(`${rawName} needs a value. If it starts with "--", write ${rawName}=<value>.`);
    }
    return `--${name}=${value}`;
  });
  return parseArgs({ args: checked, options }).values;
}
