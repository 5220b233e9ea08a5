import { Injectable } from "@angular/core";
import { createPlantStoreClient, type NewPlant, type Plant, sendOnce, unwrap } from "plant-store-sdk";
import { defer, finalize, from, type Observable } from "rxjs";

@Injectable({ providedIn: "root" })
export class PlantStore {
  // In development, the URL of npx plant-store mock. Anyone who opens the page can read its token.
  private readonly client = createPlantStoreClient({ baseUrl: "http://127.0.0.1:4010", token: "any-token" });
  private readonly send = sendOnce(this.client.createPlant);

  /** Sends the plant when it is subscribed to, but never again a plant that may exist, and aborts when it is unsubscribed. */
  createPlant(newPlant: NewPlant): Observable<Plant> {
    return defer(() => {
      const leaving = new AbortController();
      const sending = this.send(newPlant, { signal: leaving.signal }).then(unwrap);
      return from(sending).pipe(finalize(() => leaving.abort()));
    });
  }
}
