// What this tab remembers until whoever is signed in leaves: in memory only, never in storage, in an address
// or in the history. It lies with what was read, which signing out takes away.

import { useQueryClient } from '@tanstack/react-query'

export interface Memory<Value> {
  recall(name: string): Value | undefined
  keep(name: string, value: Value): void
}

/** @param topic What is remembered, such as `kept-rows`; each has names of its own. */
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
