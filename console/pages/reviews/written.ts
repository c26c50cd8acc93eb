// What a reviewer has written but not sent. It stands outside the state of the page, so that a typed letter draws its
// own field alone. In memory only, because a note may name the customer.

import { useSyncExternalStore } from 'react'
import type { NoteAudience } from '../../../server/reviews/review.ts'
import type { ReviewCodesJson } from '../../../server/reviews/review-json.ts'

type Finding = ReviewCodesJson['findings'][number]
export type Subject = ReviewCodesJson['finding_subjects'][number]

export interface Texts {
  /** Note sent with the decision. */
  readonly decision: string
  readonly note: string
  readonly audience: NoteAudience
  readonly finding: Finding | undefined
  readonly about: Subject | undefined
  readonly findingNote: string
}

export interface Written {
  texts(): Texts
  write(more: Partial<Texts>): void
  /** Calls `heard` after each change until the returned function is called. */
  subscribe(heard: () => void): () => void
}

const nothing: Texts = {
  decision: '',
  note: '',
  audience: 'staff',
  finding: undefined,
  about: undefined,
  findingNote: '',
}

export function startWriting(): Written {
  let texts = nothing
  const listeners = new Set<() => void>()
  const change = (changed: Texts) => {
    texts = changed
    for (const heard of listeners) heard()
  }
  return {
    texts: () => texts,
    write: (more) => change({ ...texts, ...more }),
    subscribe(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}

/** Draws the component again only when the part that it picks changes. */
export function useWritten<Part extends string | boolean | undefined>(
  written: Written,
  pick: (texts: Texts) => Part,
): Part {
  return useSyncExternalStore(written.subscribe, () => pick(written.texts()))
}

export function isEmpty(text: string): boolean {
  return text.trim() === ''
}

/** Whether leaving would lose text. */
export function hasText({ decision, note, findingNote }: Texts): boolean {
  return ![decision, note, findingNote].every(isEmpty)
}
