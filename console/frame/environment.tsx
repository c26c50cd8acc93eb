// The environment, live or sandbox: chosen in the top bar, kept for this tab, or taken from the
// page's address.

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Environment } from '../../server/kernel/environment.ts'

export const environmentsInOrder = ['live', 'sandbox'] as const satisfies readonly Environment[]

interface Choice {
  readonly environment: Environment
  choose(environment: Environment): void
  /**
   * Environment of the object shown on the page, whatever is chosen; undefined where it has none.
   */
  readonly shown: Environment | undefined
  setShown(environment: Environment | undefined): void
}

const storageKey = 'svc-environment'
const EnvironmentContext = createContext<Choice>({
  environment: 'live',
  choose() {},
  shown: undefined,
  setShown() {},
})

export function EnvironmentProvider({ children }: { readonly children: ReactNode }) {
  const [environment, setEnvironment] = useState(readEnvironment)
  const [shown, setShown] = useState<Environment | undefined>(undefined)
  const choose = (chosen: Environment) => {
    sessionStorage.setItem(storageKey, chosen)
    setEnvironment(chosen)
  }
  return (
    <EnvironmentContext.Provider value={{ environment, choose, shown, setShown }}>
      {children}
    </EnvironmentContext.Provider>
  )
}

export function useEnvironment(): Choice {
  return useContext(EnvironmentContext)
}

/** For pages about one object: tints the frame by the object's environment. */
export function useShownEnvironment(name: string | undefined): void {
  const { setShown } = useEnvironment()
  const environment = environmentsInOrder.find((one) => one === name)
  useEffect(() => {
    setShown(environment)
    return () => setShown(undefined)
  }, [environment, setShown])
}

function readEnvironment(): Environment {
  const inAddress = new URLSearchParams(location.search).get('environment')
  const wanted = [inAddress, sessionStorage.getItem(storageKey)]
  return (
    wanted.flatMap((name) => environmentsInOrder.find((one) => one === name) ?? [])[0] ?? 'live'
  )
}
