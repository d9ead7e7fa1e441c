/** The speed goals: description, patterns of the figures that show the present state, and the goal. */
const goals = [
  {
    says: 'bulk exchange / bare node:http: payment, batch of 50',
    figures: [
      /^payment: whole client in bulk \/ bare node:http$/,
      /^batch of 50: whole client in bulk \/ bare node:http$/,
    ],
    goal: 'at most 4, then 3',
  },
  {
    says: 'default run / empty Playwright run: clock, CPU',
    figures: [/^default run .* clock$/, /^default run .* CPU$/],
    goal: 'at most 8',
  },
  {
    says: 'default run at 150 ms, 8 at a time / bound',
    figures: [/^default run, 150 ms, 8 at a time/],
    goal: 'at most 1.25',
  },
  { says: 'npm run prove with all its kinds, CPU seconds', figures: [/^npm run prove/], goal: 'at most 120' },
  {
    says: 'conformance --version / node -e 0, CPU: clone, package',
    figures: [/--version in a clone/, /--version in a package/],
    goal: 'at most 3',
  },
  {
    says: 'report of 10,000 exchanges: CPU seconds, MB',
    figures: [/^report of 10000 exchanges$/, /^evidence of 10000 exchanges$/],
    goal: 'at most 6, 25',
  },
  {
    says: 'at 10,000 exchanges / at 2,000: cost, memory of a worker',
    figures: [/^cost of an exchange at 10000 /, /^memory of a worker at 10000 /],
    goal: 'at most 1.05, flat',
  },
];

/** The goals with the present figures: met, not met, or undefined if they were not measured. */
export function standings(figures) {
  return goals.map(({ says, figures: patterns, goal }) => {
    const found = patterns.map((pattern) => figures.find(({ name }) => pattern.test(name)));
    const today = found.map((one) => one?.measured);
    const known = found.every((one) => one !== undefined);
    return { says, today, goal, met: known ? found.every(({ met }) => met) : undefined };
  });
}
