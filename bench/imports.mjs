// What the package depends on, and so the least that its import can take.
import "openapi-fetch";
import "valibot";
