/** What the server said about the form as a whole. */
export function FormError({ message }: { message: string | undefined }) {
  return message ? (
    <p role="alert" className="g-error">
      {message}
    </p>
  ) : null
}
