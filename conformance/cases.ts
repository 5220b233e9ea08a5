import { MAX_INT64, MIN_INT64 } from "../src/shared/limits.ts";
import { OPERATIONS } from "../src/shared/operations.ts";
import { PLANT_FIELDS } from "./fields.ts";
import { randomBits } from "./ids.ts";
import {
  type Finding,
  isBadRequest,
  isRejection,
  isSuccess,
  KINDS,
  type Sent,
  type Service,
  type SideTopic,
  toFindings,
} from "./judge.ts";
import type { Clause, CreatedPlant } from "./report.ts";
import { type CaseRequest, CREDENTIALS, type Outcome } from "./send.ts";

/** A request, and what its response shows. */
export interface Case {
  readonly kind: keyof typeof KINDS;
  readonly title: string;
  readonly request: CaseRequest;
  /** The plant that the service creates if it accepts the request. */
  readonly plant: Omit<CreatedPlant, "certain">;
  judge(outcome: Outcome, service: Service): Finding[];
  /** Returns what the response shows about the service, for the verdicts on later cases. */
  learn?(outcome: Outcome, service: Service): Partial<Service>;
  /** Cases to send next. */
  followUp?(outcome: Outcome, service: Service): Case[];
}

export function listCases(runTag: string, nextId: () => bigint): Case[] {
  const json = { authorization: CREDENTIALS, "content-type": "application/json" };
  const { authorization: _token, ...withoutToken } = json;
  const { "content-type": _type, ...withoutType } = json;
  const withCharset = { ...json, "content-type": "application/json; charset=utf-8" };
  const samples = Object.fromEntries(Object.entries(PLANT_FIELDS).map(([name, { sample }]) => [name, sample(runTag)]));
  const { name, tag } = samples;

  const makerFor =
    (kind: keyof typeof KINDS) =>
    (clause: Clause, title: string, fields: Fields = {}, details: Details = {}): Case => {
      const {
        headers = json,
        path = OPERATIONS.createPlant.path,
        encode = (text) => text,
        topic = title,
        sideTopics = [],
      } = details;
      const plant: Fields = { id: "id" in fields ? fields.id : nextId(), name, tag, ...fields };
      const members = Object.entries(plant).filter(([, value]) => value !== undefined);
      const body = members.map(([key, value]) => `${JSON.stringify(key)}:${toJson(value)}`);
      return {
        kind,
        title,
        request: { path, headers, body: encode(`{${body.join()}}`) },
        plant: {
          id: plant.id === undefined ? null : toJson(plant.id),
          name: stringOrNull(plant.name),
          tag: stringOrNull(plant.tag),
        },
        judge(outcome, service) {
          const judgement = KINDS[kind].judge({ ...details, clause, plant }, outcome, service);
          return toFindings(title, { clause, title: topic }, sideTopics, outcome, judgement);
        },
      };
    };
  const valid = makerFor("valid");
  const invalid = makerFor("invalid");
  const open = makerFor("open");
  const credentials = makerFor("credentials");
  const withBody = (clause: Clause, title: string, body: string | undefined): Case =>
    invalid(clause, title, { id: undefined, name: undefined, tag: undefined }, { encode: () => body });
  /** A case with an id that earlier runs used. If the service rejects ids in use, `random` returns another id to try. */
  const withId = (id: bigint, title: string, random?: () => bigint): Case => ({
    ...valid("I5", title, { id }, { hasFixedId: true }),
    followUp: (outcome, { rejectsUsedIds }) =>
      random && rejectsUsedIds && isRejection(outcome)
        ? [valid("I5", `${title}, replaced by a random id nearby`, { id: random() })]
        : [],
  });

  const used = nextId();
  // From 2^61 on, doubles are multiples of 512, so this id and the next one are the same double.
  const even = 2n ** 61n + randomBits(50) * 1024n;

  return [
    {
      ...valid("I4", "the smallest NewPlant", { tag: undefined }, smallest),
      learn: (outcome) => ({ successStatus: isSuccess(outcome) ? outcome.status : undefined }),
    },
    valid("I4", "a NewPlant with every field", samples),
    valid("I4", "a name in many scripts", { name: `${runTag} Ñandú Ελιά Кедр شجرة עץ ต้นไม้ 植物 나무` }),
    valid("I4", "a name beyond the Basic Multilingual Plane, with joiners", { name: `${runTag} 🌱👩🏽‍🌾𝄞𠮷` }),
    valid("I4", "a name with a combining character", { name: `${runTag} cafe\u0301` }),
    valid("I4", "a name with quotes, a backslash and markup", { name: `${runTag} "\\/' <b>&amp;</b> \${x} %00` }),
    valid("I4", "a tag in many scripts", { tag: `${runTag} Ελιά 植物 🌱` }),
    open("I4", "an empty name", { name: "" }),
    open("I4", "a name with control characters", { name: `${runTag} \u0000\u0001\t\r\n\u007f` }),
    open("I4", "a name of 10,000 characters", { name: runTag.padEnd(10_000, " plant") }),

    valid("I5", "an unused id", { id: used }),
    {
      ...open("I5", "the same id again", { id: used }),
      learn: (outcome, { acceptedPrevious }) => ({ rejectsUsedIds: acceptedPrevious && isRejection(outcome) }),
    },
    withId(0n, "an id of 0"),
    withId(-1n, "an id of -1"),
    withId(2n ** 53n + 1n, "an id of 2^53 + 1", () => 2n ** 53n + 1n + 2n * randomBits(51)),
    withId(2n ** 53n + 2n, "an id of 2^53 + 2", () => 2n ** 53n + 2n * randomBits(51)),
    withId(MIN_INT64, "an id of -2^63, the smallest int64", () => MIN_INT64 + randomBits(40)),
    withId(MAX_INT64, "an id of 2^63 - 1, the largest int64", () => MAX_INT64 - randomBits(40)),
    valid("I5", "a random id beyond 2^61", { id: even }),
    valid("I5", "that id plus one, the same double", { id: even + 1n }, rounded),
    invalid("I12", "an id of 2^63, above int64", { id: MAX_INT64 + 1n }),
    invalid("I12", "an id of -2^63 - 1, below int64", { id: MIN_INT64 - 1n }),

    invalid("I12", "a body without a name", { name: undefined }, withoutName),
    invalid("I12", "a name that is a number", { name: 42 }),
    invalid("I12", "a name that is null", { name: null }),
    invalid("I12", "a tag that is a number", { tag: 42 }),
    invalid("I12", "a tag that is null", { tag: null }),
    invalid("I12", "a body without an id", { id: undefined }),
    invalid("I12", "an id that is a string", { id: String(nextId()) }),
    invalid("I12", "an id that is a fraction", { id: 42.5 }),
    invalid("I12", "an id that is null", { id: null }),
    invalid("I12", "an id that is true", { id: true }),
    withBody("I12", "an empty object", "{}"),
    withBody("I12", "an array", "[]"),
    withBody("I12", "a string", '"Fern"'),
    withBody("I12", "null", "null"),
    withBody("I7", "no body", undefined),
    invalid("I7", "truncated JSON", {}, { encode: (text) => text.slice(0, -1) }),
    invalid("I7", "JSON that isn't UTF-8", { name: `${runTag} caf\u00e9` }, { encode: toLatin1 }),
    invalid("I7", "JSON as text/plain", {}, { headers: { ...json, "content-type": "text/plain" } }),
    invalid("I7", "JSON without a content type", {}, { headers: withoutType }),
    open("I7", "application/json; charset=utf-8", {}, { headers: withCharset }),
    open("I5", "fields that NewPlant doesn't declare", { $number: 42, $object: { name: "Ada" } }),

    credentials("I13", "no token", {}, { headers: withoutToken }),
    credentials("I13", "an empty token", {}, { headers: { ...json, authorization: "Bearer" } }),
    credentials("I13", "a wrong token", {}, { headers: { ...json, authorization: `Bearer wrong-${randomText()}` } }),
    credentials("I13", "another scheme than bearer", {}, { headers: { ...json, authorization: "Basic Og==" } }),
    makerFor("elsewhere")("I1", "an unknown path", {}, { path: `/unknown-${randomText()}` }),
  ];
}

/** Fields that replace those of the default plant. `undefined` removes a field. */
type Fields = Sent["plant"];

interface Details extends Pick<Sent, "hasFixedId" | "wrongStatusMeans"> {
  /** What the case is about, if its title doesn't say so. */
  readonly topic?: string;
  readonly sideTopics?: readonly SideTopic[];
  readonly headers?: CaseRequest["headers"];
  readonly path?: string;
  readonly encode?: (text: string) => CaseRequest["body"];
}

/** Whether the response shows that the operation exists. A 404 or a 500 doesn't. */
const isPlantOrError = (outcome: Outcome): boolean => isSuccess(outcome) || isBadRequest(outcome);

const smallest: Details = {
  topic: "the JSON object is a Plant",
  sideTopics: [
    { clause: "I1", title: "POST {base_url}/plants exists", isShownBy: isPlantOrError },
    { clause: "I2", title: "the operation is under the base URL, including its path", isShownBy: isPlantOrError },
    { clause: "I3", title: "the path needs no version", isShownBy: isPlantOrError },
    { clause: "I8", title: "no path or query parameters are needed", isShownBy: isPlantOrError },
    { clause: "I11", title: "the smallest NewPlant, an id and a name, returns 200", isShownBy: isSuccess },
    { clause: "I13", title: "the bearer token is accepted", isShownBy: isSuccess },
    { clause: "I9", title: "the 200 body is a JSON object, as application/json", isShownBy: isSuccess },
  ],
};

const withoutName: Details = {
  topic: "a body without a name returns 400",
  sideTopics: [
    { clause: "I10", title: "the 400 body is a JSON object, as application/json", isShownBy: isBadRequest },
    {
      clause: "I6",
      title: "the JSON object is an Error",
      isShownBy: (outcome, breaches) => isBadRequest(outcome) && breaches.length === 0,
    },
  ],
};

const rounded: Details = { wrongStatusMeans: "ids may be rounded to doubles" };

const toJson = (value: unknown): string => (typeof value === "bigint" ? String(value) : JSON.stringify(value));

const stringOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

const toLatin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (char) => char.charCodeAt(0));

const randomText = (): string => randomBits(60).toString(36);
