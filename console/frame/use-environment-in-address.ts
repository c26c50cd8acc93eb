// Keeps the environment in the address of pages whose address describes everything they show; an
// address that names one selects it.

import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Environment } from '../../server/kernel/environment.ts'
import { addressParameters } from './address-parameters.ts'
import { environmentsInOrder, useEnvironment } from './environment.tsx'

export function useEnvironmentInAddress(): Environment {
  const { environment: chosen, choose } = useEnvironment()
  const [parameters, setParameters] = useSearchParams()
  const named = environmentsInOrder.find((one) => one === parameters.get('environment'))

  const follow = useEffectEvent(() => {
    if (named !== undefined && named !== chosen) choose(named)
  })
  const write = useEffectEvent(() => {
    const changed = addressParameters()
    if (changed.get('environment') === chosen) return
    if (changed.has('environment')) changed.delete('cursor')
    changed.set('environment', chosen)
    setParameters(changed, { replace: true, preventScrollReset: true })
  })

  const complete = useEffectEvent(() => {
    // One that is misspelled stays, so that the page can name it.
    if (!parameters.get('environment')) write()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address names another environment
  useEffect(() => follow(), [named])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => complete(), [parameters])
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current !== chosen) write()
    before.current = chosen
  }, [chosen])
  return named ?? chosen
}
