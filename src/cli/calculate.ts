/** Works out an arithmetic expression: numbers, + - * / % ^ and parentheses. Throws with words for whoever wrote it. */
export function calculate(expression: string): number {
  const tokens = tokensOf(expression);
  let place = 0;
  const peek = () => tokens[place];
  const take = () => tokens[place++];

  const sum = (): number => {
    let value = product();
    while (peek() === '+' || peek() === '-') value = take() === '+' ? value + product() : value - product();
    return value;
  };
  const product = (): number => {
    let value = signed();
    for (let sign = peek(); sign === '*' || sign === '/' || sign === '%'; sign = peek()) {
      take();
      const right = signed();
      if (sign !== '*' && right === 0) throw new RangeError('nothing can be divided by zero');
      value = sign === '*' ? value * right : sign === '/' ? value / right : value % right;
    }
    return value;
  };
  const signed = (): number => {
    if (peek() === '-' || peek() === '+') return take() === '-' ? -signed() : signed();
    const base = single();
    if (peek() !== '^') return base;
    take();
    return base ** signed();
  };
  const single = (): number => {
    const token = take();
    if (typeof token === 'number') return token;
    if (token !== '(')
      throw new SyntaxError(`expected a number${token === undefined ? ' at the end' : ` instead of "${token}"`}`);
    const value = sum();
    if (take() !== ')') throw new SyntaxError('a parenthesis is not closed');
    return value;
  };

  const value = sum();
  if (place < tokens.length) throw new SyntaxError(`expected nothing behind "${tokens[place - 1]}"`);
  if (!Number.isFinite(value)) throw new RangeError('the result is too large');
  return value;
}

const MOST_LETTERS = 300; // deep enough for anybody's sums, too shallow for the stack

function tokensOf(expression: string): (number | string)[] {
  if (expression.length > MOST_LETTERS) throw new RangeError(`at most ${MOST_LETTERS} characters`);
  const tokens: (number | string)[] = [];
  const pattern = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|(\*\*|[-+*/%^()×÷−]))\s*/iy;
  while (pattern.lastIndex < expression.length) {
    const from = pattern.lastIndex;
    const [, number, sign = ''] = pattern.exec(expression) ?? [];
    if (number === undefined && sign === '')
      throw new SyntaxError(`"${expression.slice(from, from + 10)}" is no arithmetic`);
    tokens.push(number === undefined ? (PLAIN.get(sign) ?? sign) : Number(number));
  }
  return tokens;
}

const PLAIN: ReadonlyMap<string, string> = new Map([
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['**', '^'],
]);
