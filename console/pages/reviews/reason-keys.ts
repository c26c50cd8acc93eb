// Outcome and reasons by keyboard: once an outcome was chosen by its key, its first reason has the focus, and arrow
// keys move on; an outcome without reasons has it itself, so that the choice is in sight.

import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { Editor } from './review-editor.tsx'

/** Returns the place of the reasons that belong to this outcome. */
export function useWantedReasons(
  { wanted, want }: Pick<Editor, 'wanted' | 'want'>,
  outcome: string | undefined,
): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another outcome has other reasons
  useEffect(() => {
    if (wanted !== 'reasons') return
    frame.current?.querySelector('input')?.focus()
    want(undefined)
  }, [wanted, want, outcome])
  return frame
}

/** Returns the place of the outcomes. */
export function useWantedOutcome({
  wanted,
  want,
}: Pick<Editor, 'wanted' | 'want'>): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted !== 'outcome') return
    const [first] = frame.current?.querySelectorAll('input') ?? []
    const chosen = frame.current?.querySelector<HTMLInputElement>('input:checked')
    ;(chosen ?? first)?.focus()
    want(undefined)
  }, [wanted, want])
  return frame
}

/** Arrow keys move between checkboxes, as between radio buttons. */
export function moveWithin(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  const at = boxes.findIndex((box) => box.matches(':focus'))
  if (at === -1) return
  event.preventDefault()
  boxes[Math.min(Math.max(at + step, 0), boxes.length - 1)]?.focus()
}
