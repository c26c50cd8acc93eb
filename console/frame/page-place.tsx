// Where a page below a list stands: the tab's title, and a breadcrumb in the top bar.

import { createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { previousListIn } from './lists/previous-list.ts'
import classes from './page-place.module.css'
import { usePageTitle } from './use-page-title.ts'

interface Crumb {
  readonly title: string
  readonly to: string
}

interface PlaceProps {
  /** Names the thing in full, as in "Webhook https://…"; no personal data. */
  readonly title: string
  /** The same under its list, as in "ver_01kx…A1B2". */
  readonly name: string
  /** The pages above, outermost first. */
  readonly above: readonly Crumb[]
}

/** Where the top bar shows the breadcrumb; undefined until the bar is there. */
const BarContext = createContext<HTMLElement | null>(null)
const SetBarContext = createContext<(bar: HTMLElement | null) => void>(() => undefined)

export function PlaceProvider({ children }: { readonly children: ReactNode }) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  return (
    <SetBarContext value={setBar}>
      <BarContext value={bar}>{children}</BarContext>
    </SetBarContext>
  )
}

export function PlaceInBar() {
  return <div ref={useContext(SetBarContext)} className={classes.place} />
}

export function PagePlace({ title, name, above }: PlaceProps) {
  const { t } = useTranslation('frame')
  const bar = useContext(BarContext)
  usePageTitle(title)
  if (bar === null) return null
  return createPortal(
    <nav aria-label={t('breadcrumb')}>
      <ol className={classes.crumbs}>
        {above.map((crumb) => (
          <li key={crumb.to}>
            <CrumbLink crumb={crumb} />
          </li>
        ))}
        <li aria-current="page">{name}</li>
      </ol>
    </nav>,
    bar,
  )
}

/** Returns to the list as it was left, with its filter and row, where that is one step back. */
function CrumbLink({ crumb: { title, to } }: { readonly crumb: Crumb }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const back = (event: MouseEvent) => {
    if (previousListIn(state) !== to || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Link to={to} onClick={back}>
      {title}
    </Link>
  )
}
