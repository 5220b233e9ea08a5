// Generated from openapi.yaml by "npm run generate". Do not edit.

type Undefined = undefined;

export interface paths {
    "/plants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a plant
         * @description A valid body with valid credentials returns 200 and a Plant. A request that fails returns 400 and an Error.
         */
        post: operations["createPlant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A plant.
         * @example {
         *       "name": "Monstera deliciosa",
         *       "tag": "tropical"
         *     }
         */
        Plant: {
            /** @description The plant's name. */
            name: string;
            /** @description Which type of plant it is. */
            tag?: string | Undefined;
        };
        /**
         * @description A plant to create, with the identification number that the client chose for it.
         * @example {
         *       "id": 1042,
         *       "name": "Monstera deliciosa",
         *       "tag": "tropical"
         *     }
         */
        NewPlant: components["schemas"]["Plant"] & {
            /**
             * Format: int64
             * @description The plant's identification number. A `number` up to 2^53 − 1, or a `bigint`. For text, use `parsePlantId`.
             */
            id: number | bigint;
        };
        /**
         * @description Why a request failed.
         * @example {
         *       "error": 400,
         *       "message": "Invalid NewPlant: name is required."
         *     }
         */
        Error: {
            /**
             * Format: int32
             * @description A numeric error value.
             */
            error: number;
            /** @description The error's text. */
            message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createPlant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The plant to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 1042,
                 *       "name": "Monstera deliciosa",
                 *       "tag": "tropical"
                 *     }
                 */
                "application/json": components["schemas"]["NewPlant"];
            };
        };
        responses: {
            /** @description The plant was created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Monstera deliciosa",
                     *       "tag": "tropical"
                     *     }
                     */
                    "application/json": components["schemas"]["Plant"];
                };
            };
            /** @description The request failed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 400,
                     *       "message": "Invalid NewPlant: name is required."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
