// Score gauge with the four bands.

import { useTranslation } from 'react-i18next'
import { type Band, bandTable, scoreMax } from '../../../server/scoring/bands.ts'
import classes from './score.module.css'
import { arcPath, pointAt } from './score-arc.ts'

interface ScoreGaugeProps {
  /** 0 to 1000. */
  readonly score: number
  readonly band: Band
}

export function ScoreGauge({ score, band }: ScoreGaugeProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const name = tLabels(`band.${band}`)
  const marker = pointAt(score, 100)
  return (
    <div className={classes.gauge}>
      <svg
        viewBox="-124 -116 248 124"
        className={classes.arc}
        role="img"
        aria-label={t('detail.score.said', { score, band: name })}
      >
        {bandTable.map(({ band: id, from, to }) => (
          <path
            key={id}
            d={arcPath(from, to)}
            className={classes.band}
            data-current={id === band || undefined}
          />
        ))}
        <circle cx={marker.x} cy={marker.y} r={11} className={classes.marker} />
        <text x={0} y={-26} className={classes.figure}>
          {score}
        </text>
        <text x={0} y={-4} className={classes.unit}>
          {t('detail.score.of', { max: scoreMax })}
        </text>
      </svg>
      <ol className={classes.bands}>
        {bandTable.map(({ band: id, from, to }) => (
          <li key={id} aria-current={id === band || undefined} className={classes.legend}>
            <span>{tLabels(`band.${id}`)}</span>
            <bdi dir="ltr" className="svc-number">
              {from}–{to}
            </bdi>
          </li>
        ))}
      </ol>
      <p className={classes.means}>{tLabels(`bandMeaning.${band}`)}</p>
    </div>
  )
}
