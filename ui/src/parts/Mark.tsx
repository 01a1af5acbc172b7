/** Our mark: a cube, with three of the cubes' colours. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path class="fill-yellow" d="M16 2.5 28 9 16 15.5 4 9Z" />
      <path class="fill-red" d="M3.5 10.5 15.2 17v12.6L3.5 23Z" />
      <path class="fill-blue" d="M28.5 10.5 16.8 17v12.6L28.5 23Z" />
    </svg>
  );
}
