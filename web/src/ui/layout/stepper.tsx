import { Check, Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { useIsNarrow } from '../../lib/media.ts';
import { useUiText } from '../../text/language.tsx';

export interface Step {
  title: ReactNode;
  /** One line: who must act, or the step's state. */
  fact: ReactNode;
  state: 'done' | 'current' | 'open' | 'refused' | 'expired';
}

export interface StepperProps {
  label: string;
  steps: readonly Step[];
  /** Content of the current step: below the cells, or below the step itself under 768 px. */
  children?: ReactNode;
  /** Beside the children from 1024 px. */
  aside?: ReactNode;
  /** Vertical at every width. */
  isVertical?: boolean;
}

const discs = {
  done: 'bg-success text-surface',
  current: 'bg-primary text-on-primary',
  open: 'border-[1.5px] border-line-strong text-ink',
  refused: 'bg-danger text-on-danger',
  expired: 'border-[1.5px] border-line-strong bg-sunken text-ink-muted',
} as const;

function Disc({ state, number }: { state: Step['state']; number: number }) {
  const marks = {
    done: <Check size={15} className="stroke-3" />,
    refused: <X size={15} className="stroke-3" />,
    expired: <Clock size={14} />,
  };
  const mark = state === 'current' || state === 'open' ? number : marks[state];
  return (
    <span
      aria-hidden="true"
      className={classes(
        'flex size-6 shrink-0 items-center justify-center rounded-full text-tiny font-semibold figures',
        discs[state],
      )}
    >
      {mark}
    </span>
  );
}

function StepText({ step }: { step: Step }) {
  const t = useUiText();
  const isWaiting = step.state === 'open' || step.state === 'expired';
  const isCurrent = step.state === 'current';
  return (
    <div className="min-w-0">
      <p className={classes('text-body font-strong max-md:text-[0.9375rem]', isWaiting && 'text-ink-muted')}>
        {step.title} <span className="sr-only">({t(`stepper.${step.state}`)})</span>
      </p>
      <p
        className={classes(
          'text-small figures',
          isCurrent
            ? 'font-strong text-primary-text'
            : step.state === 'refused'
              ? 'text-danger-text'
              : 'text-ink-muted',
        )}
      >
        {step.fact}
      </p>
    </div>
  );
}

function HorizontalSteps({ label, steps, children, aside }: StepperProps) {
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <ol aria-label={label} className="flex divide-x divide-line border-b border-line">
        {steps.map((step, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
            key={index}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className={classes(
              'flex min-w-0 gap-2 p-3 lg:gap-3 lg:p-5',
              step.state === 'current'
                ? 'flex-[1.25] bg-primary-soft shadow-[inset_0_-2px_0_var(--primary)]'
                : 'flex-1',
            )}
          >
            <Disc state={step.state} number={index + 1} />
            <StepText step={step} />
          </li>
        ))}
      </ol>
      {children && (
        <div className="flex max-lg:flex-col">
          <div className="min-w-0 flex-1 p-5">{children}</div>
          {aside && <div className="border-line bg-bg p-5 max-lg:border-t lg:w-96 lg:border-l">{aside}</div>}
        </div>
      )}
    </div>
  );
}

/** Finds the step that shows the children: the current one, else the refused or expired one, else the last. */
function findChildrenStep(steps: readonly Step[]): number {
  const currentIndex = steps.findIndex((step) => step.state === 'current');
  const stoppedIndex = steps.findIndex((step) => step.state === 'refused' || step.state === 'expired');
  return [currentIndex, stoppedIndex, steps.length - 1].find((index) => index >= 0) ?? 0;
}

function VerticalSteps({ label, steps, children }: StepperProps) {
  const childrenIndex = findChildrenStep(steps);
  return (
    <ol aria-label={label} className="rounded-card border border-line bg-surface p-4 md:p-5">
      {steps.map((step, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
          key={index}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="flex gap-3"
        >
          <span className="flex flex-col items-center">
            <Disc state={step.state} number={index + 1} />
            {index < steps.length - 1 && (
              <span
                className={classes('my-1 min-h-5 w-0.5 flex-1', step.state === 'done' ? 'bg-success' : 'bg-line')}
              />
            )}
          </span>
          <div className="min-w-0 flex-1 pb-3">
            <StepText step={step} />
            {index === childrenIndex && children && <div className="py-2">{children}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A process of several steps, each with who must act. Horizontal cells in a card; vertical below 768 px. */
export function Stepper(props: StepperProps) {
  const isNarrow = useIsNarrow();
  return isNarrow || props.isVertical ? <VerticalSteps {...props} /> : <HorizontalSteps {...props} />;
}

/** The steps' states as dashes, for list rows. Only decorative: the text beside it has the state. */
export function StepDashes({ states }: { states: readonly Step['state'][] }) {
  const colors = {
    done: 'bg-success',
    current: 'bg-primary',
    open: 'bg-line',
    refused: 'bg-danger',
    expired: 'bg-line-strong',
  } as const;
  return (
    <span aria-hidden="true" className="flex gap-1">
      {states.map((state, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
        <span key={index} className={classes('h-1 w-3.5 rounded-full', colors[state])} />
      ))}
    </span>
  );
}
