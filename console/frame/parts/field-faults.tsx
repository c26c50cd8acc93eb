// Assigns the faults of a refused form to its fields; the rest is shown for the whole form.

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Fault } from '../../../server/kernel/app-error.ts'
import { ApiRefusal } from '../../api/refusal.ts'
import { inPageLanguage } from '../../words/refusal-texts.ts'

export interface FieldFaults {
  /** The `error` of the field with this request parameter; null if it has none. */
  at(param: string): ReactNode
  /** The faults of a field and its parts, such as `allowed_cidrs.2`. */
  of(param: string): readonly Fault[]
  /** The refusal, if any fault belongs to no field. */
  readonly rest: unknown
}

/** @param params Names of all fields of the form. */
export function fieldFaults(error: unknown, params: readonly string[]): FieldFaults {
  const faults = error instanceof ApiRefusal ? error.parts.details : []
  const of = (param: string) => faults.filter((fault) => isOf(fault, param))
  const isPlaced =
    faults.length > 0 && faults.every((fault) => params.some((one) => isOf(fault, one)))
  return {
    of,
    at: (param) => (of(param).length === 0 ? null : <Sentences faults={of(param)} />),
    rest: isPlaced ? undefined : (error ?? undefined),
  }
}

/** Focuses the first field that the server refused, and scrolls it into view. */
export function useFaultFocus(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error === null || error === undefined) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}

/** The server's messages, in English where they have no text of the console's own. */
function Sentences({ faults }: { readonly faults: readonly Fault[] }) {
  return faults.map(({ message }) => {
    const text = inPageLanguage(message)
    return (
      <span key={message} {...(text ? {} : { lang: 'en' })} style={{ display: 'block' }}>
        {text ?? message}
      </span>
    )
  })
}

function isOf(fault: Fault, param: string): boolean {
  return fault.param === param || fault.param.startsWith(`${param}.`)
}
