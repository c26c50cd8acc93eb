// Keys that do something without a mouse. Each page names its own; `?` lists those that work at the moment.
// They rest while somebody types and while a dialog is open.

import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

const ShortcutSheet = lazy(async () => ({
  default: (await import('./shortcut-sheet.tsx')).ShortcutSheet,
}))

export interface Shortcut {
  /** As the browser names it: `/`, `j`, `Enter`; `Ctrl+Enter` is Cmd+Enter just as well. */
  readonly key: string
  readonly label: string
}

interface Registered extends Shortcut {
  readonly act: () => void
}

interface ShortcutRegistry {
  add(shortcut: Registered): () => void
  openSheet(): void
}

const ShortcutContext = createContext<ShortcutRegistry | undefined>(undefined)

export function ShortcutProvider({ children }: { readonly children: ReactNode }) {
  const registered = useRef(new Set<Registered>())
  const [listed, setListed] = useState<readonly Shortcut[] | undefined>(undefined)
  const [registry] = useState<ShortcutRegistry>(() => ({
    add(shortcut) {
      registered.current.add(shortcut)
      return () => registered.current.delete(shortcut)
    },
    openSheet: () => setListed([...registered.current]),
  }))
  useEffect(() => {
    let isCovered = false
    // Before anybody else hears of the key: one that closes a dialog is not meant for the page below it.
    const onKeyFirst = () => {
      isCovered = document.querySelector(covers) !== null
    }
    const onKey = (event: KeyboardEvent) => {
      if (isCovered || !isForShortcuts(event)) return
      const name = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key
      const found = [...registered.current].findLast(({ key }) => key === name)
      if (found === undefined && name !== '?') return
      event.preventDefault()
      if (found === undefined) registry.openSheet()
      else found.act()
    }
    addEventListener('keydown', onKeyFirst, true)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKeyFirst, true)
      removeEventListener('keydown', onKey)
    }
  }, [registry])
  return (
    <ShortcutContext.Provider value={registry}>
      {children}
      {listed && (
        <Suspense>
          <ShortcutSheet shortcuts={listed} onClose={() => setListed(undefined)} />
        </Suspense>
      )}
    </ShortcutContext.Provider>
  )
}

/** Works while the component that names it is shown. Where two name the same key, the later one counts. */
export function useShortcut(key: string, label: string, act: () => void): void {
  const registry = useRegistry()
  const latest = useEffectEvent(act)
  // Before the part is drawn: whoever sees it can use its key.
  useLayoutEffect(() => registry.add({ key, label, act: () => latest() }), [registry, key, label])
}

/** Opens the list of the keys that work at the moment. */
export function useShortcutSheet(): () => void {
  return useRegistry().openSheet
}

function useRegistry(): ShortcutRegistry {
  const registry = useContext(ShortcutContext)
  if (registry === undefined) throw new Error('no ShortcutProvider above')
  return registry
}

/** While one of these is open the page's keys rest. */
const covers = '[role="dialog"][aria-modal="true"], [role="menu"]'

function isForShortcuts(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey) return false
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  return event.ctrlKey || event.metaKey || !isMeantFor(target, event.key)
}

/** A box that is ticked takes no letters. With Ctrl nothing is typed, so those keys work in a text too. */
function isMeantFor(target: HTMLElement, key: string): boolean {
  if (target.matches('[type="checkbox"], [type="radio"]')) {
    return key === ' ' || (key.length > 1 && key !== 'Escape')
  }
  return target.isContentEditable || target.closest('input, textarea, select') !== null
}
