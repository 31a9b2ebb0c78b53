/** Forms with a photo. `fetch` has no upload progress, so these are sent by XMLHttpRequest. */
import { useState } from "react";
import * as v from "valibot";
import { expire, type Role, tokenOf } from "../lib/session";
import { shrinkPhoto } from "../lib/shrink-photo";
import { getLocale } from "../messages/locale";
import { type Change, useChange } from "./change";
import { mayWrite } from "./handshake";
import { noAnswer, readProblem, refusedAs } from "./problem";

interface UploadOptions {
  /** The role that uploads; undefined for public forms. */
  role?: Role;
  /** The upload's progress, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** The server gives an upload up after five minutes and answers so; after a longer silence the connection is dead. */
const longestUpload = 330_000;

function bodyOf(request: XMLHttpRequest): unknown {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return undefined;
  }
}

function send(
  method: "POST" | "PUT",
  path: string,
  form: FormData,
  { role, onProgress }: UploadOptions,
): Promise<unknown> {
  const wasOffline = !navigator.onLine;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader("Accept-Language", getLocale());
    const token = role && tokenOf(role);
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onload = () => {
      const body = bodyOf(request);
      if (request.status >= 200 && request.status < 300 && body !== undefined) {
        resolve(body);
        return;
      }
      const problem = readProblem(body);
      if (role && token && refusedAs(problem, "unauthenticated")) expire(role, token);
      reject(problem ?? noAnswer(method, path, wasOffline));
    };
    request.onerror = () => reject(noAnswer(method, path, wasOffline));
    request.ontimeout = request.onerror;
    request.timeout = longestUpload;
    request.send(form);
  });
}

/** The form as it is sent: large photos scaled down, and without empty file fields. */
async function prepared(form: FormData): Promise<FormData> {
  const ready = new FormData();
  for (const [name, value] of form) {
    if (typeof value === "string") ready.append(name, value);
    else if (value.size > 0) ready.append(name, await shrinkPhoto(value));
  }
  return ready;
}

/** Returns the parsed JSON, or throws what the other calls throw. A refused token ends that role's session here too. */
export async function upload(
  method: "POST" | "PUT",
  path: string,
  form: FormData,
  options: UploadOptions = {},
): Promise<unknown> {
  if (!(await mayWrite())) throw noAnswer(method, path, true);
  return send(method, path, await prepared(form), options);
}

interface Upload<Answer> extends Pick<Change<Answer, FormData>, "refreshes"> {
  method: "POST" | "PUT";
  path: string;
  /** The used part of the answer. */
  shape: v.GenericSchema<unknown, Answer>;
  role?: Role;
}

/** A change that sends a form with a photo; `sent` is the upload's progress, from 0 to 1. */
export function useUpload<Answer>({ method, path, shape, role, refreshes }: Upload<Answer>) {
  const [sent, setSent] = useState<number>();
  const change = useChange({
    call: async (form: FormData) => {
      try {
        return { data: v.parse(shape, await upload(method, path, form, { role, onProgress: setSent })) };
      } finally {
        setSent(undefined);
      }
    },
    refreshes,
  });
  return { ...change, sent };
}
