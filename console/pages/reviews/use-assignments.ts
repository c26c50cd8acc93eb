// Assigns or releases many reviews, part by part, so that the page shows how far it is and can stop.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AssignmentJson } from '../../../server/reviews/review-json.ts'
import { useApi } from '../../api/api-context.tsx'
import type { ApiRefusal } from '../../api/refusal.ts'

interface AssignmentResult {
  readonly done: number
  readonly changed: number
  readonly left: AssignmentJson['left']
}

const nothing: AssignmentResult = { done: 0, changed: 0, left: [] }
/** As many reviews a request. */
const partMax = 50

export function useAssignments() {
  const api = useApi()
  const queries = useQueryClient()
  const [result, setResult] = useState(nothing)
  const isStopped = useRef(false)
  const run = useMutation<
    void,
    ApiRefusal,
    { readonly ids: readonly string[]; readonly assignee: string }
  >({
    meta: { holdsDialogs: true },
    async mutationFn({ ids, assignee }) {
      let sum = nothing
      for (let from = 0; from < ids.length && !isStopped.current; from += partMax) {
        const part = ids.slice(from, from + partMax)
        const json = { ids: part, assignee }
        const answer = await api.ask<AssignmentJson>('/reviews/assignments', {
          method: 'POST',
          json,
        })
        sum = {
          done: from + part.length,
          changed: sum.changed + answer.changed,
          left: [...sum.left, ...answer.left],
        }
        setResult(sum)
      }
    },
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith('/reviews'),
      }),
  })
  const stop = () => {
    isStopped.current = true
  }
  return { run, result, stop }
}
