// Puts what the server refused of a form at the fields that it is about. What is about none of them is left for
// the form as a whole.

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { type Fault, Refusal } from '../../api/refusal.ts'

export interface FieldFaults {
  /** For the `error` of the field with this name, that of the request; null where it is well. */
  at(param: string): ReactNode
  /** The faults of a field, also of its parts: `allowed_cidrs.2`. */
  of(param: string): readonly Fault[]
  /** The refusal, where any of it stands at no field. */
  readonly rest: unknown
}

/** @param params The names of all fields there are. */
export function fieldFaults(error: unknown, params: readonly string[]): FieldFaults {
  const faults = error instanceof Refusal ? error.parts.details : []
  const of = (param: string) => faults.filter((fault) => isOf(fault, param))
  const isPlaced =
    faults.length > 0 && faults.every((fault) => params.some((one) => isOf(fault, one)))
  return {
    of,
    at: (param) => (of(param).length === 0 ? null : <Sentences faults={of(param)} />),
    rest: isPlaced ? undefined : (error ?? undefined),
  }
}

/** For a form: where the server refused a field, the cursor goes there, also past the end of the window. */
export function useFaultFocus(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error === null || error === undefined) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}

/** As the server says it, in English. */
function Sentences({ faults }: { readonly faults: readonly Fault[] }) {
  return faults.map(({ message }) => (
    <span key={message} lang="en" style={{ display: 'block' }}>
      {message}
    </span>
  ))
}

function isOf(fault: Fault, param: string): boolean {
  return fault.param === param || fault.param.startsWith(`${param}.`)
}
