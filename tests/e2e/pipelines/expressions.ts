/**
 * A text of a GitHub workflow with its expressions filled in: names and quoted texts, joined by `||`; throws on one that
 * has no value here.
 */
export function withExpressions(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{([^}]*)\}\}/g, (whole, expression: string) => {
    const terms = expression.split('||').map((term) => {
      const name = term.trim();
      const literal = /^'(.*)'$/.exec(name)?.[1];
      if (literal === undefined && values[name] === undefined) throw new Error(`${whole} has no value`);
      return literal ?? values[name] ?? '';
    });
    return terms.find((term) => term !== '') ?? '';
  });
}
