/* The warden's program, as bytes inside this library: see warden_process.h. */
    .section .rodata
    .balign 64
    .global zerosum_warden_image
    .type zerosum_warden_image, @object
zerosum_warden_image:
    .incbin ZEROSUM_WARDEN_FILE
    .global zerosum_warden_image_end
zerosum_warden_image_end:
    .section .note.GNU-stack,"",@progbits
