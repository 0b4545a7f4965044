// Ten fruits, drawn around the origin in a box of 40 x 40. Each has a silhouette of its own, so
// that they can be distinguished without colour.

export const fruitPlurals = [
  "apples",
  "lemons",
  "grapes",
  "kiwis",
  "blueberries",
  "oranges",
  "strawberries",
  "bananas",
  "pears",
  "melons",
] as const;

const Leaf = ({ x, y, turn }: { x: number; y: number; turn: number }) => (
  <path d="M0 0C2-4 7-5 10-3C8 1 4 2 0 0Z" fill="#3f9b4b" transform={`translate(${x} ${y}) rotate(${turn})`} />
);

const dots = (points: [number, number][], radius: number, fill: string) =>
  points.map(([x, y]) => <circle cx={x} cy={y} r={radius} fill={fill} />);

const around = (count: number, radius: number): [number, number][] =>
  Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count;
    return [Math.round(100 * radius * Math.cos(angle)) / 100, Math.round(100 * radius * Math.sin(angle)) / 100];
  });

function Apple() {
  return (
    <>
      <path d="M0-7C4-12 15.5-11 14.5 1C13.5 10 7 15.5 3 14.2C1 13.5-1 13.5-3 14.2C-7 15.5-13.5 10-14.5 1C-15.5-11-4-12 0-7Z" fill="#e5484d" />
      <path d="M-10-2C-10.5-5-8.5-7.5-6-8" stroke="#fff" stroke-opacity=".55" stroke-width="2.2" fill="none" stroke-linecap="round" />
      <path d="M0-6.5C0-10 1-13 3-15" stroke="#7a4a2b" stroke-width="2.2" fill="none" stroke-linecap="round" />
      <Leaf x={1.5} y={-11} turn={8} />
    </>
  );
}

function Lemon() {
  return (
    <g transform="rotate(-28)">
      <path d="M-17 0C-14.5-1.5-13-3-11-5.8C-6-12-0-11.5 0-11.5C0-11.5 6-12 11-5.8C13-3 14.5-1.5 17 0C14.5 1.5 13 3 11 5.8C6 12 0 11.5 0 11.5C0 11.5-6 12-11 5.8C-13 3-14.5 1.5-17 0Z" fill="#f2c21a" />
      <path d="M-8.5-4C-6-7-3-8 0-8" stroke="#fff" stroke-opacity=".7" stroke-width="2.2" fill="none" stroke-linecap="round" />
    </g>
  );
}

function Grapes() {
  const berries: [number, number][] = [
    [-9.5, -4.5],
    [0, -5.5],
    [9.5, -4.5],
    [-4.9, 3.4],
    [4.9, 3.4],
    [0, 11],
  ];
  return (
    <>
      <path d="M0-7C0-11-1-13-2-15.5" stroke="#7a4a2b" stroke-width="2.2" fill="none" stroke-linecap="round" />
      <Leaf x={0} y={-11.5} turn={-4} />
      {dots(berries, 5.4, "#8e4ec6")}
      {dots(berries.map(([x, y]) => [x - 1.6, y - 1.7]), 1.4, "#d9bdf0")}
    </>
  );
}

function Kiwi() {
  return (
    <>
      <circle r="15" fill="#7c5b3a" />
      <circle r="13" fill="#56b04c" />
      <circle r="9.5" fill="#8ed06f" />
      <ellipse rx="4" ry="4" fill="#f3f7d8" />
      {dots(around(10, 7), 1.15, "#20301a")}
    </>
  );
}

function Blueberries() {
  const berry = (x: number, y: number) => (
    <g transform={`translate(${x} ${y})`}>
      <circle r="8.3" fill="#3b5bdb" />
      <path d="M0-4.3L1.2-1.5L4.2-1.2L2 .9L2.6 3.9L0 2.3L-2.6 3.9L-2 .9L-4.2-1.2L-1.2-1.5Z" fill="#1d2f80" />
      <path d="M-5.5-2.5C-5-4.5-4-5.5-2.5-6.2" stroke="#fff" stroke-opacity=".6" stroke-width="1.5" fill="none" stroke-linecap="round" />
    </g>
  );
  return (
    <>
      {berry(0, -7)}
      {berry(-8, 6.5)}
      {berry(8, 6.5)}
    </>
  );
}

function Orange() {
  return (
    <>
      <path d="M-16.5-6A16.5 16.5 0 0 0 16.5-6Z" fill="#f0711a" transform="translate(0 -1)" />
      <path d="M-13.5-7A13.5 13.5 0 0 0 13.5-7Z" fill="#ffe3bf" transform="translate(0 .6)" />
      <path d="M-11.5-5.5A11.5 11.5 0 0 0-8.6 1.7L-1.2-5.5ZM-7.2 3A11.5 11.5 0 0 0-.7 5.9L-.7-3.8ZM7.2 3A11.5 11.5 0 0 1 .7 5.9L.7-3.8ZM11.5-5.5A11.5 11.5 0 0 1 8.6 1.7L1.2-5.5Z" fill="#ff9d42" />
    </>
  );
}

function Strawberry() {
  return (
    <>
      <path d="M0 16C-6 13-14 4-13-4C-12-9.5-5-10.5 0-7.5C5-10.5 12-9.5 13-4C14 4 6 13 0 16Z" fill="#e0367c" />
      <path d="M0-7L-8-11L-3.5-12.5L0-16L3.5-12.5L8-11Z" fill="#3f9b4b" />
      {dots([[-7, -2.5], [0, -2], [7, -2.5], [-4, 4], [4, 4], [0, 10]], 1.25, "#ffe08a")}
    </>
  );
}

function Banana() {
  return (
    <>
      <path d="M-12-13C-11-2-5 7 14 6.5C16 6.5 16.5 9 14.5 10C1 17-14 8-15.5-12C-15.6-14-12.2-15-12-13Z" fill="#ffd60a" />
      <path d="M-12.5-9C-11 2-3 9.5 11 8.8" stroke="#c79a00" stroke-width="1.6" fill="none" stroke-linecap="round" />
      <circle cx="-13.8" cy="-13.6" r="2" fill="#6b4a12" />
      <circle cx="15" cy="8.2" r="2" fill="#6b4a12" />
    </>
  );
}

function Pear() {
  return (
    <>
      <path d="M0-12C4.5-12 5-7.5 6-4C7.5 1 12.5 3 12 9C11.5 14 6 16 0 16C-6 16-11.5 14-12 9C-12.5 3-7.5 1-6-4C-5-7.5-4.5-12 0-12Z" fill="#9ecb3b" />
      <path d="M0-11.5C0-14 1-15.5 2.5-17" stroke="#7a4a2b" stroke-width="2.2" fill="none" stroke-linecap="round" />
      <path d="M-8.5 9C-9 6-7.5 4-5.5 2" stroke="#fff" stroke-opacity=".65" stroke-width="2.2" fill="none" stroke-linecap="round" />
    </>
  );
}

function Melon() {
  return (
    <>
      <path d="M0-15L16.5 9.5C6 16.5-6 16.5-16.5 9.5Z" fill="#2f8f4e" stroke="#2f8f4e" stroke-width="1.5" stroke-linejoin="round" />
      <path d="M0-13L14 8C5 13-5 13-14 8Z" fill="#eafbe0" />
      <path d="M0-12L12 6C4 10.5-4 10.5-12 6Z" fill="#f2545b" />
      {dots([[0, -4], [-4, 2], [4, 2], [0, 6]], 1.3, "#2a1416")}
    </>
  );
}

const drawings = [Apple, Lemon, Grapes, Kiwi, Blueberries, Orange, Strawberry, Banana, Pear, Melon];

// The symbols; put once in each svg that shows fruits, then <use href="#fruit-3"/>.
export function FruitSymbols() {
  return (
    <defs>
      {drawings.map((Drawing, kind) => (
        <g id={`fruit-${kind}`} key={kind}>
          <Drawing />
        </g>
      ))}
    </defs>
  );
}
