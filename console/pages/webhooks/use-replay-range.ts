// Counts the deliveries of a range, then replays them in parts of the server's batch size; can be
// stopped between two parts.

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReplayCountsJson } from '../../../server/api/webhooks/delivery-api.ts'
import { useApi } from '../../api/api-context.tsx'

export interface ReplaySelection {
  readonly status: string
  readonly event?: string
  readonly created_from?: string
  readonly created_to: string
}

interface Progress {
  readonly span: ReplaySelection
  readonly matched: number
  readonly replayed: number
}

type State =
  | { readonly kind: 'none' | 'counting' }
  | ({ readonly kind: 'counted' | 'running' | 'stopped' | 'done' } & Progress)

export interface ReplayRange {
  readonly state: State
  readonly error: unknown
  count(span: ReplaySelection): void
  run(): void
  stop(): void
  reset(): void
}

export function useReplayRange(webhookId: string): ReplayRange {
  const api = useApi()
  const queries = useQueryClient()
  const [state, setState] = useState<State>({ kind: 'none' })
  const [error, setError] = useState<unknown>(undefined)
  const isStopped = useRef(false)
  const path = `/webhooks/${webhookId}/deliveries/replay`
  const ask = (to: string, json: ReplaySelection) =>
    api.ask<ReplayCountsJson>(to, { method: 'POST', json })

  async function count(span: ReplaySelection): Promise<void> {
    setState({ kind: 'counting' })
    setError(undefined)
    try {
      const { matched } = await ask(`${path}/count`, span)
      setState({ kind: 'counted', span, matched, replayed: 0 })
    } catch (failure) {
      setState({ kind: 'none' })
      setError(failure)
    }
  }

  async function run(from: Progress): Promise<void> {
    let { span, replayed } = from
    const { matched } = from
    isStopped.current = false
    setError(undefined)
    setState({ kind: 'running', span, matched, replayed })
    try {
      for (;;) {
        const part = await ask(path, span)
        replayed += part.replayed
        const next = part.next_created_from
        const isOver = part.remaining === 0 || next === null
        if (isOver || isStopped.current) {
          setState({ kind: isOver ? 'done' : 'stopped', span, matched, replayed })
          break
        }
        span = { ...span, created_from: next }
        setState({ kind: 'running', span, matched, replayed })
      }
    } catch (failure) {
      setState({ kind: 'counted', span, matched: matched - replayed, replayed: 0 })
      setError(failure)
    }
    await queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith('/webhooks'),
    })
  }

  return {
    state,
    error,
    count: (span) => void count(span),
    run: () => state.kind === 'counted' && void run(state),
    stop: () => {
      isStopped.current = true
    },
    reset: () => {
      setState({ kind: 'none' })
      setError(undefined)
    },
  }
}
