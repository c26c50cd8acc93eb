// A group of checks: open if one of them needs attention, otherwise folded to its state and counts.

import { type CheckState, checkStates } from '../../../server/doctor/check-names.ts'
import type { CheckGroupJson, CheckResultJson } from '../../../server/doctor/doctor-json.ts'
import { isFinding } from '../../../server/doctor/roll-up.ts'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import { CommandsText } from './commands-text.tsx'
import classes from './system.module.css'
import { useCheckTexts } from './use-check-texts.ts'

const tones: Readonly<Record<CheckState, StatusTone>> = {
  failed: 'declined',
  warning: 'error',
  not_set_up: 'neutral',
  skipped: 'pending',
  well: 'approved',
}

export function CheckGroupSection({ group }: { readonly group: CheckGroupJson }) {
  const texts = useCheckTexts()
  return (
    <li className={classes.row}>
      <details open={isFinding(group)}>
        <summary className={classes.summary}>
          <span className={classes.name}>{texts.groups[group.group]}</span>
          <Counts checks={group.checks} />
          <CheckBadge state={group.state} />
        </summary>
        <ul className={classes.nested}>
          {group.checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
      </details>
    </li>
  )
}

/** `Warning 1, OK 4`: what is folded away. */
function Counts({ checks }: { readonly checks: readonly CheckResultJson[] }) {
  const texts = useCheckTexts()
  const show = useShow()
  const counts = checkStates
    .map((state) => ({ state, count: checks.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${texts.states[state]}\u00a0${show.number(count)}`)
  return <span className={classes.inside}>{show.list(counts)}</span>
}

function Check({ check }: { readonly check: CheckResultJson }) {
  const { finding, advice, name } = useCheckTexts().textOf(check)
  // What is in order needs no list, but for the hosts that are called.
  const items = isFinding(check) || check.name === 'outbound_hosts' ? check.items : []
  return (
    <li className={classes.check}>
      <div className={classes.head}>
        <span>{name}</span>
        <CheckBadge state={check.state} />
      </div>
      <div className={classes.note}>
        <CommandsText text={finding} />
      </div>
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item) => (
            <li key={item}>
              <code>{item}</code>
            </li>
          ))}
        </ul>
      )}
      {advice !== undefined && (
        <div className={classes.advice}>
          <CommandsText text={advice} />
        </div>
      )}
    </li>
  )
}

function CheckBadge({ state }: { readonly state: CheckState }) {
  return <StatusBadge tone={tones[state]} label={useCheckTexts().states[state]} />
}
