/** Small line drawings for actions; the word always stands beside them. */
const PATHS = {
  undo: "M8 5 3.5 9.5 8 14M4 9.5h8.5a4.5 4.5 0 0 1 0 9H9",
  hint: "M12 3a6 6 0 0 1 3.5 10.9V17h-7v-3.1A6 6 0 0 1 12 3ZM9.5 20.5h5",
  space: "M12 3l8 4.5v9L12 21l-8-4.5v-9ZM4 7.5l8 4.5 8-4.5M12 12v9",
  flat: "M4 4h16v16H4ZM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  moves: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  chat: "M4 5h16v11H10l-4.5 4V16H4Z",
  back: "M14.5 6 8.5 12l6 6",
  on: "M9.5 6l6 6-6 6",
  new: "M12 4v16M4 12h16",
  menu: "M4 6h16M4 12h16M4 18h16",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
