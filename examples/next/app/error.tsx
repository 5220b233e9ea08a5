"use client";

/** Replaces the page if the response to its action is lost, such as when the user is offline. */
export default function ErrorPage() {
  return <p role="alert">Something went wrong. If you have sent a plant, it may have been created.</p>;
}
