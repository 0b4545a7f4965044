// What the hand-in desk sends (docs/api.md, Hand-in desk), and how to ask it.
import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiError, request } from "./api";
import type { LedgerGame } from "./ledger";

export interface HandIn {
  id: number;
  person: string;
  number: number; // of this person, from 1
  file: string;
  bytes: number;
  received: number; // seconds since 1970
  stage: "received" | "checked" | "refused" | "graded" | "replaced";
  removed: boolean;
  accepted: boolean;
  category: string; // of the check; empty before it
  sentence: string;
  earned: number | null;
  possible: number | null;
  ahead: number | null; // hand-ins that go before it; null when it waits for nothing
  trouble?: string; // for staff: what of ours keeps it waiting; empty: nothing
  check?: string;
  grade?: string;
}

export interface Place {
  place: number;
  of: number;
  version: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  rating: number | null;
  error: number | null;
}

interface DeskPerson {
  name: string;
  nick: string;
  staff: boolean;
  entrant: string; // on the ladder
}

export interface DeskState {
  title: string;
  person: DeskPerson;
  upload_bytes: number;
  uploads_left: number;
  uploads_per_hour: number;
  paused: boolean;
  ledger: number;
  hand_ins: HandIn[];
  place: Place | null;
  games: LedgerGame[];
}

interface ClassState {
  title: string;
  paused: boolean;
  trouble: string; // what keeps us from filling the ladder's folder; empty: nothing
  ledger: number;
  people: (DeskPerson & { email: string; hand_ins: HandIn[]; place: Place | null })[];
}

// Requests with a person's own token. It goes in a header, which no other site's page can send.
export class DeskClient {
  constructor(readonly token: string) {}

  private ask<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
    return request<T>(method, `/api/desk${path}`, body, { "Desk-Token": this.token });
  }
  show = () => this.ask<DeskState>("GET", "");
  class = () => this.ask<ClassState>("GET", "/class");
  handIn = (id: number) => this.ask<HandIn>("GET", `/hand-ins/${id}`);
  upload = (file: File) => this.ask<HandIn>("POST", `/hand-ins?file=${encodeURIComponent(file.name)}`, file);
  pause = (paused: boolean) => this.ask<{ paused: boolean }>("POST", "/pause", { paused });
  again = (id: number) => this.ask<HandIn>("POST", `/hand-ins/${id}/again`, {});
  remove = (id: number) => this.ask<HandIn>("POST", `/hand-ins/${id}/remove`, {});
}

const pace = 2000; // ms between two looks

// Something that is asked for again and again while the page is seen.
export function usePolled<T>(ask: () => Promise<T>, key: string): { data: T | null; error: ApiError | null; reload: () => void } {
  const [state, setState] = useState<{ data: T | null; error: ApiError | null }>({ data: null, error: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      if (wanted) timer = setTimeout(look, pace);
    };
    const look = () => {
      if (document.hidden) return again();
      ask().then(
        (data) => {
          if (wanted) setState({ data, error: null });
          again();
        },
        (error: ApiError) => {
          if (wanted) setState((before) => ({ data: before.data, error }));
          if (error.code !== "desk_token_needed") again();
        },
      );
    };
    look();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [key, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { ...state, reload };
}

// What has become of a hand-in, in a few words.
export function progress(handIn: HandIn): string {
  const waiting = handIn.ahead ? `, ${handIn.ahead} before it` : "";
  if (handIn.removed) return "removed by the staff";
  switch (handIn.stage) {
    case "received":
      return `being checked${waiting}`;
    case "checked":
      return `${handIn.category}; its quick grade is to come${waiting}`;
    case "refused":
      return handIn.category;
    case "graded":
      return handIn.category;
    case "replaced":
      return "replaced by a newer one";
  }
}

export const points = (handIn: HandIn): string =>
  handIn.earned === null || handIn.possible === null ? "–" : `${Math.round(handIn.earned * 10) / 10} of ${handIn.possible}`;

export const when = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
