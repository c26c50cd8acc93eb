// Tooltips of the layout. The layout is first shown without them; see use-on-demand.ts.

import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

interface NameTooltipProps {
  readonly label: string
  readonly children: ReactElement
}

/** The name of an icon of the navigation. */
export function NameTooltip({ label, children }: NameTooltipProps) {
  return (
    <Tooltip label={label} position="right" events={allEvents}>
      {children}
    </Tooltip>
  )
}

const allEvents = { hover: true, focus: true, touch: false }

interface ButtonTooltipProps {
  readonly label: string
  readonly button: HTMLElement
  /** Whether it is open already when it is first shown. */
  readonly isHovered: boolean
}

/** The name of a button that stays in place while its tooltip is loaded. */
export function ButtonTooltip({ label, button, isHovered }: ButtonTooltipProps) {
  return <Tooltip label={label} target={button} defaultOpened={isHovered} />
}
