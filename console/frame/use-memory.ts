// Values that this tab remembers until the user signs out: in memory only, never in storage,
// address or history. Kept in the query cache, which signing out clears.

import { useQueryClient } from '@tanstack/react-query'

interface Memory<Value> {
  recall(name: string): Value | undefined
  keep(name: string, value: Value): void
}

/** @param topic What is remembered, such as `kept-rows`; each topic has its own names. */
export function useMemory<Value>(topic: string): Memory<Value> {
  const queries = useQueryClient()
  return {
    recall: (name) => queries.getQueryData<Value>([topic, name]),
    keep(name, value) {
      queries.setQueryDefaults([topic], { gcTime: Number.POSITIVE_INFINITY })
      queries.setQueryData<Value>([topic, name], value)
    },
  }
}
