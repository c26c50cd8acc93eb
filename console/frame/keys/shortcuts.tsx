// Keyboard shortcuts. Each page registers its own; `?` lists the active ones. They are off while
// the user types and while a dialog is open.

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { loadPart } from '../load-part.tsx'
import { pressedKey } from './pressed-key.ts'
import type { Shortcut, ShortcutGroup } from './shortcut.ts'

const ShortcutSheet = loadPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)

interface ActiveShortcut extends Shortcut {
  readonly act: () => void
}

interface ShortcutRegistry {
  add(shortcut: ActiveShortcut): () => void
  list(): readonly ActiveShortcut[]
  openSheet(): void
}

const ShortcutContext = createContext<ShortcutRegistry | undefined>(undefined)

export function ShortcutProvider({ children }: { readonly children: ReactNode }) {
  const registered = useRef(new Set<ActiveShortcut>())
  const [listed, setListed] = useState<readonly Shortcut[] | undefined>(undefined)
  const [registry] = useState<ShortcutRegistry>(() => ({
    add(shortcut) {
      registered.current.add(shortcut)
      return () => registered.current.delete(shortcut)
    },
    list: () => [...registered.current],
    openSheet: () => setListed([...registered.current]),
  }))
  useEffect(() => {
    let isShortcut = false
    // In the capture phase: a key that closes a dialog must not reach the page below.
    const onKeyFirst = (event: KeyboardEvent) => {
      isShortcut = isForShortcuts(event) && document.querySelector(covers) === null
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut || event.defaultPrevented) return
      const name = pressedKey(event)
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
      {listed && <ShortcutSheet shortcuts={listed} onClose={() => setListed(undefined)} />}
    </ShortcutContext.Provider>
  )
}

/**
 * Active while the component is mounted. If two components use the same key, the later one wins.
 */
export function useShortcut(
  key: string,
  label: string,
  act: () => void,
  group: ShortcutGroup = 'page',
): void {
  const registry = useRegistry()
  const latest = useEffectEvent(act)
  // Before paint: a visible component can use its key.
  useLayoutEffect(
    () => registry.add({ key, label, group, act: () => latest() }),
    [registry, key, label, group],
  )
}

/** Opens the list of active shortcuts. */
export function useShortcutSheet(): () => void {
  return useRegistry().openSheet
}

/** Returns the shortcuts that are active when the component is first rendered. */
export function useShortcutsHere(): readonly ActiveShortcut[] {
  const registry = useRegistry()
  const [listed] = useState(registry.list)
  return listed
}

function useRegistry(): ShortcutRegistry {
  const registry = useContext(ShortcutContext)
  if (registry === undefined) throw new Error('no ShortcutProvider above')
  return registry
}

/** Page shortcuts are off while one of these is open. */
const covers = '[role="dialog"][aria-modal="true"], [role="menu"], [data-hidden]'

function isForShortcuts(event: KeyboardEvent): boolean {
  if (event.altKey) return false
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  return event.ctrlKey || event.metaKey || !isMeantFor(target, pressedKey(event))
}

/**
 * Checkboxes take no letters, so shortcuts work on them; Ctrl shortcuts also work in text fields.
 */
function isMeantFor(target: HTMLElement, key: string): boolean {
  if (target.matches('[type="checkbox"], [type="radio"]')) {
    return key === ' ' || (key.length > 1 && key !== 'Escape')
  }
  return target.isContentEditable || target.closest('input, textarea, select') !== null
}
