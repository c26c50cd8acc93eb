// Keeps the environment in the address of pages whose address describes everything they show; an
// address that names one selects it.

import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type Environment, environments, useEnvironment } from './environment.tsx'

export function useEnvironmentInAddress(): Environment {
  const { environment: chosen, choose } = useEnvironment()
  const [parameters, setParameters] = useSearchParams()
  const named = environments.find((one) => one === parameters.get('environment'))

  const follow = useEffectEvent(() => {
    if (named !== undefined && named !== chosen) choose(named)
    if (named === undefined) write()
  })
  const write = useEffectEvent(() => {
    if (named === chosen) return
    const changed = new URLSearchParams(parameters)
    changed.set('environment', chosen)
    if (named !== undefined) changed.delete('cursor')
    setParameters(changed, { replace: true, preventScrollReset: true })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address names another environment
  useEffect(() => follow(), [named])
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current !== chosen) write()
    before.current = chosen
  }, [chosen])
  return named ?? chosen
}
